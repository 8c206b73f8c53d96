import { type Address, addressLines } from '@mela/contract'
import { phoneUrl } from '../../../lib/format/format.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Card } from '../../../ui/layout/card.tsx'

export function AddressList({ addresses }: { addresses: Address[] }) {
  return (
    <Card title="Addresses">
      {addresses.length === 0 && <p className="text-ink-2">No addresses saved.</p>}
      <ul className="grid max-h-110 divide-y divide-line overflow-y-auto">
        {addresses.map(address => (
          <li key={address._id} className="wrap-anywhere py-3 text-ink-2 first:pt-0 last:pb-0">
            <p className="font-medium text-ink">{addressLines(address)[0]}</p>
            <p>{addressLines(address).slice(1).join(', ')}</p>
            <a
              href={phoneUrl(`+${address.countryCode}${address.phoneNumber}`)}
              className={`${textLink} inline-flex min-h-8 items-center tabular-nums pointer-coarse:min-h-11`}
            >
              {`+${address.countryCode} ${address.phoneNumber}`}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
