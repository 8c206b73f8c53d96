import type { ShippingAddress } from '@mela/contract'
import { phoneUrl } from '../../../lib/format.ts'

/** A tel: link with a readable number. Nothing when it was erased. */
export function PhoneLink({ countryCode, phoneNumber }: Pick<ShippingAddress, 'countryCode' | 'phoneNumber'>) {
  if (phoneNumber === '') return null

  const number = `+${countryCode} ${phoneNumber.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`
  return (
    <a
      href={phoneUrl(number)}
      className="-my-2 inline-flex items-center py-2 tabular-nums underline-offset-3 hover:underline pointer-coarse:my-0 pointer-coarse:min-h-11 pointer-coarse:py-0"
    >
      {number}
    </a>
  )
}
