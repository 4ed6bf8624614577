import { table } from '../page/report.ts';
import type { Load } from './processes.ts';

/** What stands beside the peers' figures. */
export type Ours = { create: Load; idleMegabytes: number; startMs: number };

type Peer = {
  name: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuMs: number;
  idleMB: number;
  startSeconds: number;
};

/**
 * Each as it comes, with its own SQLite, on a quiet machine of the same size (2 cores, 24 GB) on 2026-11-21: the median
 * of three runs, 16 connections, a new address each, in rising order, which is kind to an index. They are not run here:
 * installing them takes ten minutes and 3 GB.
 */
const PEERS: Peer[] = [
  {
    name: 'Payload 3.90.2',
    perSecond: 354,
    p50Ms: 43,
    p99Ms: 215,
    cpuMs: 2.4,
    idleMB: 122,
    startSeconds: 0.6,
  },
  {
    name: 'Strapi 5.54.0, content API',
    perSecond: 242,
    p50Ms: 62,
    p99Ms: 370,
    cpuMs: 3.7,
    idleMB: 337,
    startSeconds: 2.3,
  },
  {
    name: 'Directus 12.4.0',
    perSecond: 117,
    p50Ms: 128,
    p99Ms: 190,
    cpuMs: 8.3,
    idleMB: 290,
    startSeconds: 3.3,
  },
  {
    name: 'Ghost 6.65.0, member created by its admin API',
    perSecond: 52.6,
    p50Ms: 281,
    p99Ms: 365,
    cpuMs: 17.3,
    idleMB: 271,
    startSeconds: 1.9,
  },
];

/** Ours, of this run, beside the peers', documented on another run. */
export function reportPeers({ create, idleMegabytes, startMs }: Ours): string {
  const cpuMs = create.cpuMicroseconds / 1_000;
  const rows = [
    [
      '**embreve**, this run',
      create.perSecond.toFixed(0),
      '1',
      `${create.p50Ms.toFixed(2)} / ${create.p99Ms.toFixed(1)}`,
      cpuMs.toFixed(3),
      idleMegabytes.toFixed(0),
      (startMs / 1_000).toFixed(1),
    ],
    ...PEERS.map((peer) => [
      `${peer.name}, another run`,
      String(peer.perSecond),
      `1/${(create.perSecond / peer.perSecond).toFixed(0)}`,
      `${peer.p50Ms} / ${peer.p99Ms}`,
      String(peer.cpuMs),
      String(peer.idleMB),
      String(peer.startSeconds),
    ]),
  ];
  return [
    '## One address stored over HTTP, 16 connections',
    "The peers' figures are not of this run: they were documented on 2026-11-21, alone on a machine of the same size, with addresses in rising order; ours are of this run, with random addresses, which is harder. All wait for the disk. The peers do more for each request (hooks, sign-in, activity rows).",
    table(['', 'stored/s', '÷ ours', 'p50 / p99 ms', 'CPU ms/request', 'idle memory MB', 'start s'], rows),
  ].join('\n\n');
}
