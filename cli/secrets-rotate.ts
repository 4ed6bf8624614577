import { rotateSecrets } from '#server/store/secrets/key-file.ts';
import { command, Failed } from './command.ts';

export const secretsRotate = command({
  name: 'secrets rotate',
  about: 'adds a new key for links in emails; the previous one stays valid',
  run: async ({ settings, say }) => {
    const { secretKeys, dataDir } = settings();
    if (secretKeys !== null) {
      throw new Failed(
        'The keys stand in SECRET_KEYS. Put a new one of at least 32 random characters in front of them, and a comma between.',
      );
    }
    rotateSecrets(dataDir);
    say('A new key signs once the server is started again. Links in mails already sent still work,');
    say('until the keys are rotated once more.');
  },
});
