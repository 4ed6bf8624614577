import { site } from '#site.config';
import { NamedLink, Note } from './Layout.tsx';
import type { MailText } from './text/en.ts';

/** Under every mail to a visitor: how to leave, how to see the stored data, the sender. `stop`: the words of the way out. */
export function VisitorFooter({ stop, text }: { stop: string; text: MailText }) {
  const { entity, email } = site.legal;
  return (
    <>
      <Note>
        <NamedLink href="{{unsubscribeUrl}}">{stop}</NamedLink>
      </Note>
      <Note>
        <NamedLink href="{{dataUrl}}">{text.confirm.data}</NamedLink>
      </Note>
      <Note>
        {`${text.footer.entity(entity)} `}
        <NamedLink href={`mailto:${email}`}>{email}</NamedLink>.
      </Note>
    </>
  );
}
