/** The supervisor process. It lives as long as the kernel's channel is open; when that closes, nothing of any run stays alive. */
import { portableGuarantees } from '../isolation/guarantees.js';
import { closeInheritedDescriptors } from '../processes/inherited-descriptors.js';
import { processReaderFor } from '../processes/processes.js';
import { openPool } from './cells.js';
import { type FromSupervisor, PROTOCOL_VERSION, readToSupervisor } from './protocol.js';
import { Supervisor } from './supervisor.js';

const channel = (process as { channel?: { fd?: number } }).channel?.fd;
closeInheritedDescriptors(channel === undefined ? [] : [channel]);

const supervisor = new Supervisor({
  cells: openPool(),
  reader: processReaderFor(process.platform),
  guarantees: portableGuarantees(process.platform, 'process'),
});

process.on('message', (raw) => {
  const message = readToSupervisor(raw);
  if (message === undefined) {
    // Both ends come from one installation: an unknown message means that it is broken.
    process.exit(70);
  }
  switch (message.type) {
    case 'run': {
      const { runId } = message.request;
      const launched = (pid: number, startTime: number) =>
        say({ v: PROTOCOL_VERSION, type: 'launched', runId, pid, startTime });
      void supervisor
        .run(message.request, launched)
        .then((answer) => say({ v: PROTOCOL_VERSION, type: 'answer', runId, answer }));
      return;
    }
    case 'abort':
      supervisor.abort(message.runId, message.graceMs);
      return;
    case 'ping':
      say({ v: PROTOCOL_VERSION, type: 'pong' });
  }
});
process.on('disconnect', () => void leave());
// A terminal's signals are for the kernel, which decides; this process follows it by the channel. SIGTERM ends it like any death:
// the kernel then ends what it had under way and reports it lost.
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});

async function leave(): Promise<void> {
  await supervisor.close();
  process.exit(0);
}

function say(message: FromSupervisor): void {
  // The kernel may be gone between two lines; `disconnect` then ends everything.
  if (process.connected) process.send?.(message, () => {});
}
