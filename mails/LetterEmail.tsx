import { Button, Text } from '@react-email/components';
import { Note, Picture, Where } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mails } from './mail.ts';
import { VisitorFooter } from './VisitorFooter.tsx';

export const mails: Mails = {
  /** A newsletter: its words are the owner's; why it was sent and how to leave are not. */
  letter: (text) => ({
    subject: '{{subject}}',
    preview: '{{preheader}}',
    title: '{{heading}}',
    lang: '{{lang}}',
    body: (
      <>
        <Where value="onlyIn">
          <Note>{text.letter.only}</Note>
        </Where>
        <div lang="{{lang}}">
          <Picture />
          <Text className="text" style={styles.text}>
            {'{{body}}'}
          </Text>
          <Where value="button">
            <Button className="button" style={styles.button} href="{{buttonUrl}}">
              {'{{button}}'}
            </Button>
          </Where>
        </div>
      </>
    ),
    footer: (
      <>
        <Note>{text.letter.why}</Note>
        <VisitorFooter stop={text.letter.stop} text={text} />
      </>
    ),
  }),
};
