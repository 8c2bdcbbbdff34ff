import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { onAbort } from '#hookcell/runner/abort-fan-out.js';
import { RunControl } from '#hookcell/runner/run-control.js';

test('onAbort puts one listener on a signal however many wait, and leaves none', () => {
  const { signal } = new AbortController();
  const stops = Array.from({ length: 50 }, () => onAbort(signal, () => {}));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const stop of stops) stop();
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('onAbort calls every listener once, also those that come too late', () => {
  const controller = new AbortController();
  const called: string[] = [];
  onAbort(controller.signal, () => called.push('a'));
  const stop = onAbort(controller.signal, () => called.push('b'));
  stop();
  controller.abort();
  onAbort(controller.signal, () => called.push('late'));
  onAbort(undefined, () => called.push('never'));
  expect(called).toEqual(['a', 'late']);
});

test('RunControl hands each abort on, with its grace, also to those who listen later', () => {
  const control = new RunControl();
  const graces: (number | undefined)[] = [];
  const stop = control.onAbort((graceMs) => graces.push(graceMs));
  control.abort();
  control.abort(0);
  stop();
  control.abort(5);
  control.onAbort((graceMs) => graces.push(graceMs));
  expect(graces).toEqual([undefined, 0, 5]);
  expect(control.aborted && control.signal.aborted).toBe(true);
});
