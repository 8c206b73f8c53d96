import { addressLines, type ShippingAddress } from '@mela/contract'
import { PhoneLink } from './phone-link.tsx'

export function PostalAddress({ address }: { address: ShippingAddress }) {
  const [name, ...lines] = addressLines(address)

  return (
    <address className="wrap-anywhere not-italic">
      <span dir="auto" className="block font-medium">
        {name}
      </span>
      {lines.map(line => (
        <span dir="auto" key={line} className="block text-ink-2">
          {line}
        </span>
      ))}
      <span className="text-ink-2">
        <PhoneLink {...address} />
      </span>
    </address>
  )
}
