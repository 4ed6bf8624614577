import { Field } from '../parts/Field.tsx';
import { TickIcon } from '../parts/icons.tsx';
import { useWords } from '../words.ts';
import styles from './DeliveryFields.module.css';
import type { useAddress } from './use-address.ts';

export function AddressField({ address }: { address: ReturnType<typeof useAddress> }) {
  const { t } = useWords();
  const { told } = address;
  return (
    <div>
      <Field
        type="url"
        label={t('address.field')}
        error={told.wrong}
        warn={told.waits}
        autoComplete="url"
        placeholder="https://"
        value={address.typed}
        onChange={(event) => address.write(event.currentTarget.value)}
      />
      <p className={styles.said} role="status">
        {told.isThere && (
          <>
            <TickIcon /> <span>{t('start.addressOk')}</span>
          </>
        )}
      </p>
    </div>
  );
}
