import { Resolver } from 'node:dns/promises';
import type { Config } from '#server/config.ts';
import { type DomainReport, examineDomain } from '#server/launch/domain.ts';
import { Misused } from '../command.ts';
import { type Finding, type Findings, ok, problem, warning } from '../doctor/finding.ts';

const PATIENCE = { timeout: 2_000, tries: 2 };
const UNASKED = warning('DNS could not be asked. Try again in a minute.');

/** What receivers will ask about the sender. `server`: asked in place of the machine's own. Without a mail server: nothing. */
export async function checkDomain(config: Config, server: string | undefined): Promise<Findings> {
  if (config.smtpUrl === null) return {};
  const { domain, spf, dkim, dmarc, mx } = await examineDomain(resolverOf(server), config);
  return {
    spf: saySpf(spf, domain),
    dkim: sayDkim(dkim, config),
    dmarc: sayDmarc(dmarc, domain),
    mx: sayMx(mx, domain),
  };
}

/** @throws Misused */
function resolverOf(server: string | undefined): Resolver {
  const resolver = new Resolver(PATIENCE);
  if (server === undefined) return resolver;
  try {
    resolver.setServers([server]);
    return resolver;
  } catch {
    throw new Misused('--dns takes the IP address of a DNS server.');
  }
}

function saySpf(spf: DomainReport['spf'], domain: string): Finding {
  switch (spf.is) {
    case 'there':
      return ok(`your servers are named for ${domain}, with ${spf.lookUps} of 10 look-ups`);
    case 'missing':
      return problem(`${domain} does not say who may send for it. Add the TXT record of your mail provider.`);
    case 'several':
      return problem(
        `There are several SPF records, so that none counts. Make one of them, for ${domain} and what it includes.`,
      );
    case 'too-many':
      return problem(
        `${domain} needs more than 10 look-ups, and receivers give up. Take out an include that is not used.`,
      );
    case 'broken':
      return problem(`The SPF record of ${domain} includes ${spf.at}, which has none. Take it out.`);
    case 'unasked':
      return UNASKED;
  }
}

function sayDkim(dkim: DomainReport['dkim'], { dkim: setting }: Config): Finding {
  const name = `${setting?.selector}._domainkey.${setting?.domain}`;
  switch (dkim) {
    case 'there':
      return ok(`the key is at ${name}`);
    case 'missing':
      return problem(
        `There is no key at ${name}. Add its TXT record, or mend DKIM_SELECTOR and DKIM_DOMAIN.`,
      );
    case 'revoked':
      return problem(`The key at ${name} was taken back. Put a new one there.`);
    case 'other-key':
      return problem(`The key at ${name} is not that of DKIM_KEY_FILE. Put its public part there.`);
    case 'other-domain':
      return warning(
        `DKIM_DOMAIN is ${setting?.domain}, which has nothing to do with MAIL_FROM: DMARC does not count it.`,
      );
    case 'unnamed':
      return warning(
        'Not looked at. Set DKIM_SELECTOR to the name of the key that your mail provider signs with.',
      );
    case 'unasked':
      return UNASKED;
  }
}

function sayDmarc(dmarc: DomainReport['dmarc'], domain: string): Finding {
  switch (dmarc) {
    case 'quarantine':
    case 'reject':
      return ok(`forged mails are turned away (p=${dmarc})`);
    case 'none':
      return warning(
        'p=none: receivers only watch. Yours arrive all the same. Have it changed to p=quarantine some weeks later.',
      );
    case 'missing':
      return warning(
        `There is none. Gmail and Yahoo ask for one where many mails leave: add "v=DMARC1; p=none" as TXT at _dmarc.${domain}.`,
      );
    case 'unasked':
      return UNASKED;
  }
}

function sayMx(mx: DomainReport['mx'], domain: string): Finding {
  switch (mx) {
    case 'there':
      return ok('answers arrive');
    case 'missing':
      return warning(
        `${domain} takes no mail: answers are lost, and some receivers refuse such senders. Add an MX record.`,
      );
    case 'unasked':
      return UNASKED;
  }
}
