/** What a trace of system calls says about the acknowledgements in it. */
export type SyncOrder = {
  acknowledged: number;
  /** Addresses whose 202 began before a sync of the log that covers their row, or that of their message, had ended. */
  unproven: string[];
};

const LINE = /^(\d+) +(.*)$/;
const ADDRESS = /[\w-]+@example\.com/g;

/**
 * Reads the output of `strace -f -y -s 4096 -e trace=read,write,writev,pwrite64,fsync,fdatasync`. Each line is the
 * moment a call begins or ends; a call that others interrupt has two lines, `<unfinished ...>` and `resumed>`.
 */
export function readSyncOrder(trace: string): SyncOrder {
  /** Written to the log, not yet synced; then covered by a sync under way; then synced. */
  let written = new Set<string>();
  const covered = new Map<string, Set<string>>();
  const synced = new Set<string>();
  /** The address each connection asked for last. */
  const asked = new Map<string, string>();
  const order: SyncOrder = { acknowledged: 0, unproven: [] };

  function begin(thread: string, call: string): void {
    if (/^pwrite64\(\d+<[^>]*-wal>/.test(call))
      for (const [found] of call.matchAll(ADDRESS)) written.add(found);
    if (/^f(data)?sync\(\d+<[^>]*-wal>/.test(call)) {
      covered.set(thread, written);
      written = new Set();
    }
    const answer = /^writev?\((\d+<[^>]*>).*HTTP\/1\.1 202/.exec(call);
    const address = answer && asked.get(answer[1] ?? '');
    if (!address) return;
    order.acknowledged++;
    if (!synced.has(address)) order.unproven.push(address);
  }

  function end(thread: string, call: string): void {
    if (/^(?:<\.\.\. )?f(data)?sync\b.*= 0/.test(call)) {
      for (const address of covered.get(thread) ?? []) synced.add(address);
      covered.delete(thread);
    }
    const request = /^read\((\d+<[^>]*>).*POST \/api\/(?:subscribe|contact).*?([\w-]+@example\.com)/.exec(
      call,
    );
    if (request?.[1] && request[2]) asked.set(request[1], request[2]);
  }

  const interrupted = new Map<string, string>();
  for (const line of trace.split('\n')) {
    const [, thread = '', call = ''] = LINE.exec(line) ?? [];
    if (call.startsWith('<... ')) {
      // What a read brought stands in its second line, which connection it was in the first.
      end(thread, call.startsWith('<... read ') ? (interrupted.get(thread) ?? '') + call : call);
      continue;
    }
    begin(thread, call);
    if (call.includes('<unfinished ...>')) interrupted.set(thread, call);
    else end(thread, call);
  }
  return order;
}
