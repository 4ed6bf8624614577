/** Whether the domain of an address is one of those that give everybody an address for some minutes. */
export type IsDisposable = (address: string) => boolean;

/** Reads the list only when it is needed: it is long. */
export async function loadDisposable(): Promise<IsDisposable> {
  const { disposableEmailBlocklistSet } = await import('disposable-email-domains-js');
  const listed = disposableEmailBlocklistSet();
  return (address) => {
    const labels = address
      .slice(address.lastIndexOf('@') + 1)
      .toLowerCase()
      .split('.');
    // Such services hand out subdomains too.
    return labels.some((_, start) => start < labels.length - 1 && listed.has(labels.slice(start).join('.')));
  };
}
