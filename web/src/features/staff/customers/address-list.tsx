import type { Address } from '@mela/contract'
import { phoneUrl } from '../../../lib/format/format.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Card } from '../../../ui/layout/card.tsx'

export function AddressList({ addresses }: { addresses: Address[] }) {
  return (
    <Card title="Addresses">
      {addresses.length === 0 && <p className="text-ink-2">No addresses saved.</p>}
      <ul className="grid max-h-110 divide-y divide-line overflow-y-auto">
        {addresses.map(({ _id, name, building, street, city, state, pinCode, country, countryCode, phoneNumber }) => (
          <li key={_id} className="wrap-anywhere py-3 text-ink-2 first:pt-0 last:pb-0">
            <p className="font-medium text-ink">
              {name.firstName} {name.lastName}
            </p>
            <p>
              {building}, {street}
            </p>
            <p>
              {city}, {state} {pinCode}, {country}
            </p>
            <a
              href={phoneUrl(`+${countryCode}${phoneNumber}`)}
              className={`${textLink} inline-flex min-h-8 items-center tabular-nums pointer-coarse:min-h-11`}
            >
              +{countryCode} {phoneNumber}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
