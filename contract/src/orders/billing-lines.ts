import { addressLines } from '../shared/postal.ts'
import type { Order } from './orders.ts'

type Billed = Pick<Order, 'company' | 'taxNumber' | 'billingAddress' | 'shippingAddress'>

/** Who is billed, line by line: the company above its people, the tax number last. */
export function billingLines({ company, taxNumber, billingAddress, shippingAddress }: Billed): string[] {
  return [
    ...(company === null ? [] : [company]),
    ...addressLines(billingAddress ?? shippingAddress),
    ...(taxNumber === null ? [] : [`Tax number: ${taxNumber}`]),
  ]
}
