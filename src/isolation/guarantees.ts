/**
 * What holds for a run of the portable launcher, by platform. Levels are what the mechanisms in use can do, not what is hoped for:
 * a mechanism that an unlucky program can slip is `best-effort`.
 */
import type { Guarantee, GuaranteeReport } from '../contract/guarantees.js';

export type SupervisorPlace = 'process' | 'in-process';

const NOT_OFFERED: Guarantee = { level: 'none', by: '-', why: 'Not offered by this version' };

export function portableGuarantees(platform: NodeJS.Platform, place: SupervisorPlace): GuaranteeReport {
  return {
    treeKill: treeKill(platform),
    daemonKill: daemonKill(platform),
    supervisorDeath: supervisorDeath(platform, place),
    memoryTree: NOT_OFFERED,
    memoryProcess: NOT_OFFERED,
    processCount: NOT_OFFERED,
    cpuTime: NOT_OFFERED,
    openFiles: NOT_OFFERED,
    fileSize: NOT_OFFERED,
    readConfined: NOT_OFFERED,
    writeConfined: NOT_OFFERED,
    tcp: NOT_OFFERED,
    udp: NOT_OFFERED,
    unixSocket: NOT_OFFERED,
    signalSupervisor: NOT_OFFERED,
    environmentSecrets: {
      level: 'best-effort',
      by: 'variables withheld by name',
      why: "A process of the same user can read the kernel's own environment",
    },
    hostOom: NOT_OFFERED,
  };
}

function treeKill(platform: NodeJS.Platform): Guarantee {
  if (platform === 'win32') {
    return { level: 'best-effort', by: 'taskkill /T /F', why: 'Processes whose parent has ended are not found' };
  }
  const session = platform === 'linux' ? ', kernel session' : '';
  return {
    level: 'best-effort',
    by: `process group${session}, descendants, marker variable, start times`,
    why: 'The leader is not held as a zombie, so its pid could be given away while its tree is ended',
  };
}

function daemonKill(platform: NodeJS.Platform): Guarantee {
  if (platform === 'win32')
    return { level: 'none', by: '-', why: 'Windows tells nothing of processes whose parent has ended' };
  return {
    level: 'best-effort',
    by: 'marker variable HOOKCELL_RUN',
    why: 'A daemon that leaves its session and clears its environment is not found once its parent has ended',
  };
}

function supervisorDeath(platform: NodeJS.Platform, place: SupervisorPlace): Guarantee {
  if (place === 'in-process')
    return { level: 'none', by: '-', why: 'The supervisor lives in the kernel and dies with it' };
  if (platform === 'win32') return { level: 'none', by: '-', why: 'Not offered by this version' };
  return {
    level: 'best-effort',
    by: 'kernel ends survivors by pid, start time and marker; supervisor ends them when the kernel is gone',
    why: 'Nobody is left to act when kernel and supervisor are killed in the same moment',
  };
}
