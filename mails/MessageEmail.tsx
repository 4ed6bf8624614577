import { Text } from '@react-email/components';
import { OPTIONAL_FIELDS } from '#contract/contact.ts';
import { MAILS } from '#contract/mails.ts';
import { MailFact, Note, Where } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mails } from './mail.ts';

/** The message first, then its sender, without empty fields. */
const FACTS = ['message', ...MAILS.message.filter((name) => name !== 'message')] as const;

export const mails: Mails = {
  /** Brings the owner a message of the contact form. Text typed by a stranger never becomes a link. */
  message: ({ message, footer }) => ({
    ...message,
    body: (
      <>
        <Text className="text" style={styles.text}>
          {message.reply}
        </Text>
        <div className="text">
          {FACTS.map((name) => {
            const fact = <MailFact key={name} label={message.labels[name]} value={`{{${name}}}`} />;
            if (!OPTIONAL_FIELDS.some((field) => field === name)) return fact;
            return (
              <Where key={name} value={name}>
                {fact}
              </Where>
            );
          })}
        </div>
      </>
    ),
    footer: <Note>{footer.owner}</Note>,
  }),
};
