import { OWN_SITE } from './own-site.ts';

/** A network where an agency can have a profile: its name, the hosts of its addresses, and our drawing of its sign. */
type Network = { name: string; host: RegExp; icon: string };

/** Every page holds these two. */
function iconOf(name: string): string {
  return OWN_SITE.profiles.find(({ network }) => network === name)?.icon ?? '';
}

/** Known networks. `icon`: lines on a grid of 24 units, drawn with round ends (site/shell/Profiles.tsx). */
export const NETWORKS: readonly Network[] = [
  { name: 'Instagram', host: /^instagram\.com$/, icon: iconOf('Instagram') },
  { name: 'LinkedIn', host: /^linkedin\.com$/, icon: iconOf('LinkedIn') },
  {
    name: 'Behance',
    host: /^behance\.net$/,
    icon: 'M3 6.5h4.4a2.7 2.7 0 0 1 0 5.4H3V6.5zM3 11.9h5a2.8 2.8 0 0 1 0 5.6H3v-5.6zM20.6 16.3a3.4 3.4 0 1 1 .5-2.3h-6.7M15.2 7.4h4.8',
  },
  {
    name: 'Dribbble',
    host: /^dribbble\.com$/,
    icon: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM8.6 4.3c3 4 5 8.6 6 15.7M18.3 6.3c-3.4 4.4-8.6 5.5-14.7 4.9M20.4 12.9c-5.4-1-10.2 1.2-13.3 5.7',
  },
  {
    name: 'Facebook',
    host: /^(facebook|fb)\.com$/,
    icon: 'M16.5 4h-1.6a3.7 3.7 0 0 0-3.7 3.7V20.5M7.5 11.5h7.5',
  },
  {
    name: 'YouTube',
    host: /^(youtube\.com|youtu\.be)$/,
    icon: 'M6 6h12a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V9a3 3 0 0 1 3-3zM10.3 9.4v5.2l4.4-2.6z',
  },
  {
    name: 'TikTok',
    host: /^tiktok\.com$/,
    icon: 'M13.2 3.8v11.4a3.7 3.7 0 1 1-3.7-3.7M13.2 3.8a5.2 5.2 0 0 0 5.3 5.2',
  },
  {
    name: 'X',
    host: /^(x|twitter)\.com$/,
    icon: 'M4.5 4.5h4l11 15h-4zM4.8 19.5l6-6.7M13.1 11l5.8-6.5',
  },
  {
    name: 'Threads',
    host: /^threads\.(net|com)$/,
    icon: 'M18 8.3C17.2 5.4 15.1 3.8 12 3.8c-4.3 0-6.8 3-6.8 8.2s2.5 8.2 6.8 8.2c3.5 0 6-1.8 6-4.4c0-2.5-2.1-4-5.2-4c-2.2 0-3.7 1-3.7 2.5c0 1.4 1.2 2.2 2.7 2.2c2.3 0 3.5-1.6 3.2-4.4c-.2-2-1.4-2.9-3-2.9c-1.2 0-2.1.4-2.6 1.3',
  },
  {
    name: 'Pinterest',
    host: /^(pinterest\.[a-z.]+|pin\.it)$/,
    icon: 'M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zM9.2 12.2c-.9-2.3.6-4.6 3-4.6c2.2 0 3.6 1.5 3.6 3.4c0 2.3-1.3 4.1-3.1 4.1c-1.1 0-1.8-.7-1.7-1.6M12.2 10.4L10 19.8',
  },
  {
    name: 'Vimeo',
    host: /^vimeo\.com$/,
    icon: 'M3.3 8.9c1.7-1.7 3.4-3.3 4.7-3.3c2.9 0 1.9 7.4 3.4 9.3c1.4-.8 3.1-3.2 3.3-4.7c.2-1.4-.7-1.7-1.8-1.3c.7-2.4 2.4-3.9 4.6-3.7c2.3.2 3 2.2 2.4 4.8c-1 4.2-5.6 8.8-8.1 8.8c-3.2 0-3-8.1-4.6-8.1c-.6 0-1.3.4-2 .9z',
  },
  {
    name: 'Bluesky',
    host: /^bsky\.app$/,
    icon: 'M12 11.2C10.9 8.8 8 5.7 5.6 4.6C4 3.9 3 4.4 3 6.3c0 1.2.6 4.4 1 5.4c.7 1.7 2.5 2.2 4.3 1.9c-3 .5-3.8 2.2-2.1 4c2.9 3 5-.3 5.8-2.5c.8 2.2 2.9 5.5 5.8 2.5c1.7-1.8.9-3.5-2.1-4c1.8.3 3.6-.2 4.3-1.9c.4-1 1-4.2 1-5.4c0-1.9-1-2.4-2.6-1.7c-2.4 1.1-5.3 4.2-6.4 6.6z',
  },
];

/** Of no host of its own: an address of a profile there ends in `/@name`. */
const MASTODON: Network = {
  name: 'Mastodon',
  host: /./,
  icon: 'M18.6 16.3c-2 .6-4.3.9-6.5.8c-1.6 0-2.9-.2-3.9-.6c.1 2.7 2.3 3.4 4.4 3.4c1.2 0 2.3-.1 3.2-.4M8.2 16.5c-2.7-1-3.7-3.2-3.7-7.4c0-3.5 1.7-5.1 4.7-5.1h5.6c3 0 4.7 1.6 4.7 5.1c0 3-.2 5.5-.9 7.2M8.4 13V9.7c0-2.7 3.6-2.7 3.6 0v1.7M15.6 13V9.7c0-2.7-3.6-2.7-3.6 0',
};

export const NETWORK_NAMES = [...NETWORKS, MASTODON].map(({ name }) => name);

/** The network of a profile's address; null: none that is known. */
export function networkOf(address: string): Network | null {
  const [, hostname = '', path = ''] = /^https:\/\/([^/?#:@]+)([^?#]*)/i.exec(address) ?? [];
  const names = hostname.toLowerCase().split('.');
  // `pt.linkedin.com` is of linkedin.com.
  const above = names.map((_name, at) => names.slice(at).join('.'));
  const known = NETWORKS.find(({ host }) => above.some((one) => host.test(one)));
  return known ?? (/^\/@[\w.-]+\/?$/.test(path) ? MASTODON : null);
}
