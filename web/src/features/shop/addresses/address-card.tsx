import type { ShippingAddress } from '@mela/contract'

export function AddressCard({ address }: { address: ShippingAddress }) {
  const { name, building, street, city, state, pinCode, country, countryCode, phoneNumber } = address

  return (
    <span className="type-table block text-ink-2 [overflow-wrap:anywhere]">
      <span className="type-ui block text-ink">
        {name.firstName} {name.lastName}
      </span>
      <span className="block">{building}</span>
      <span className="block">{street}</span>
      <span className="block">
        {city}, {state} {pinCode}
      </span>
      <span className="block">{country}</span>
      <span className="mt-1.5 block tabular-nums">
        +{countryCode} {phoneNumber}
      </span>
    </span>
  )
}
