import { Text } from '@react-email/components';
import { Note } from './Layout.tsx';
import { styles } from './look.ts';
import type { Mails } from './mail.ts';

export const mails: Mails = {
  /** Shows an owner that emails arrive. */
  test: ({ test, footer }) => ({
    ...test,
    body: (
      <Text className="text" style={styles.text}>
        {test.why}
      </Text>
    ),
    footer: <Note>{footer.owner}</Note>,
  }),
};
