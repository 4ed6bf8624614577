import { TextButton } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';
import { TickIcon } from '../parts/icons.tsx';
import { ErrorNotice } from '../session/ErrorNotice.tsx';
import { usePress } from '../session/use-press.ts';
import { useWords } from '../words.ts';
import styles from './DeliveryFields.module.css';
import type { useAddress } from './use-address.ts';

export function SiteAddressField({ address }: { address: ReturnType<typeof useAddress> }) {
  const { t } = useWords();
  const { stays } = address;
  const back = usePress(address.takeBack);
  return (
    <div>
      <Field
        type="url"
        label={t('address.field')}
        error={address.wrong}
        warn={stays !== null && t('start.addressWait', { address: stays })}
        autoComplete="url"
        placeholder="https://"
        value={address.typed}
        onChange={(event) => address.write(event.currentTarget.value)}
      />
      {stays !== null && (
        <div>
          <TextButton busy={back.busy} onClick={back.press}>
            {t('start.addressKeep')}
          </TextButton>
          <ErrorNotice text={back.said} />
        </div>
      )}
      <p className={styles.said} role="status">
        {address.isThere && (
          <>
            <TickIcon /> <span>{t('start.addressOk')}</span>
          </>
        )}
      </p>
    </div>
  );
}
