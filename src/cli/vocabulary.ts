/** Closed lists that help pages print. The compiler keeps them equal to the contract's, without loading its schemas. */
import type { DialectName, GuaranteeName, IsolationProfile } from '../contract/names.js';

export const DIALECTS = words<DialectName>({ foya: true, kimi: true, blade: true, claude: true });

/** Those of them that work. */
export const SUPPORTED_DIALECTS: readonly DialectName[] = ['foya'];

export const PROFILES = words<IsolationProfile>({ contained: true, jailed: true, sealed: true });

export const GUARANTEES = words<GuaranteeName>({
  treeKill: true,
  daemonKill: true,
  supervisorDeath: true,
  memoryTree: true,
  memoryProcess: true,
  processCount: true,
  cpuTime: true,
  openFiles: true,
  fileSize: true,
  readConfined: true,
  writeConfined: true,
  tcp: true,
  udp: true,
  unixSocket: true,
  signalSupervisor: true,
  environmentSecrets: true,
  hostOom: true,
});

export const TRUST = ['all', 'digest'] as const;

export const NETWORK = ['allow', 'deny'] as const;

function words<Word extends string>(all: Readonly<Record<Word, true>>): readonly Word[] {
  return Object.keys(all) as Word[];
}
