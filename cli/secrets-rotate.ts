import { rotateSecrets } from '#server/store/secrets/key-file.ts';
import { command, Failed } from './command.ts';

export const secretsRotate = command({
  name: 'secrets rotate',
  about:
    'adds a new key for links in emails; the previous one stays valid. --new: makes keys though secrets.json is gone; earlier links are dead then',
  options: { new: 'flag' },
  run: async ({ values, settings, say }) => {
    const { secretKeys, dataDir } = settings();
    if (secretKeys !== null) {
      throw new Failed(
        'The keys are in SECRET_KEYS. Add a new one of at least 32 random characters in front, followed by a comma.',
      );
    }
    rotateSecrets(dataDir, { anew: values.new ?? false });
    say('The new key takes effect when the server restarts. Links in emails already sent keep working');
    say('until the keys are rotated once more.');
  },
});
