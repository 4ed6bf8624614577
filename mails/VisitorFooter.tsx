import type { ReactNode } from 'react';
import { NamedLink, Note } from './Layout.tsx';
import type { MailWords } from './words.ts';

type Props = { stop: string; text: MailWords; other?: ReactNode };

/**
 * The footer of mails to visitors: how to unsubscribe, how to see the stored data, the sender. `stop`: the
 * label of the unsubscribe link. `other`: a line before the sender.
 */
export function VisitorFooter({ stop, text, other }: Props) {
  const { email } = text.site.legal;
  return (
    <>
      <Note>
        <NamedLink href="{{unsubscribeUrl}}">{stop}</NamedLink>
      </Note>
      <Note>
        <NamedLink href="{{dataUrl}}">{text.confirm.data}</NamedLink>
      </Note>
      {other}
      <Note>
        {`${text.footer.entity} `}
        <NamedLink href={`mailto:${email}`}>{email}</NamedLink>.
      </Note>
    </>
  );
}
