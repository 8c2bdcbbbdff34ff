import { expect, test } from 'vitest';
import { dialectNamed, SUPPORTED_DIALECTS } from '#hookcell/dialects/registry.js';

test('dialectNamed gives each supported dialect under its name', () => {
  expect(SUPPORTED_DIALECTS.map((name) => dialectNamed(name).name)).toEqual(['foya']);
});

test.each(['kimi', 'blade', 'claude'] as const)('dialectNamed refuses %s, never ignores it', (name) => {
  expect(() => dialectNamed(name)).toThrow(
    expect.objectContaining({
      code: 'HOOKCELL_NOT_SUPPORTED',
      message: `Option "dialects": "${name}" is not supported yet: this version speaks foya`,
    }),
  );
});
