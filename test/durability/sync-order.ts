/** What a system call trace says about its acknowledgements. */
export type SyncOrder = {
  acknowledged: number;
  /** Addresses whose 202 began before a sync of the WAL covered their row, or their message's. */
  unproven: string[];
};

const LINE = /^(\d+) +(.*)$/;
const ADDRESS = /[\w-]+@example\.com/g;

/**
 * Parses the output of `strace -f -y -s 4096 -e trace=read,write,writev,pwrite64,fsync,fdatasync`. Each line
 * is the start or end of a call; an interrupted call has two, `<unfinished ...>` and `resumed>`.
 */
export function readSyncOrder(trace: string): SyncOrder {
  /** Written to the WAL but not synced; then covered by a running sync; then synced. */
  let written = new Set<string>();
  const covered = new Map<string, Set<string>>();
  const synced = new Set<string>();
  /** The last address posted on each connection. */
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
      // The second line of a read has its data, the first its connection.
      end(thread, call.startsWith('<... read ') ? (interrupted.get(thread) ?? '') + call : call);
      continue;
    }
    begin(thread, call);
    if (call.includes('<unfinished ...>')) interrupted.set(thread, call);
    else end(thread, call);
  }
  return order;
}
