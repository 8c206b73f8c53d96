import { addressLines, type ShippingAddress } from '@mela/contract'

export function AddressCard({ address }: { address: ShippingAddress }) {
  const [name, ...lines] = addressLines(address)
  const { countryCode, phoneNumber } = address

  return (
    <span className="type-table block text-ink-2 [overflow-wrap:anywhere]">
      <span dir="auto" className="type-ui block text-ink">
        {name}
      </span>
      {lines.map(line => (
        <span dir="auto" key={line} className="block">
          {line}
        </span>
      ))}
      <span className="mt-1.5 block tabular-nums">{`+${countryCode} ${phoneNumber}`}</span>
    </span>
  )
}
