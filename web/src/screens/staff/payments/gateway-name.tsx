import type { PaymentGatewayName } from '@mela/contract'
import { useGateway } from './payments.api.ts'

/** The gateway's display name; its technical name when the shop is not connected to it. */
export function GatewayName({ name }: { name: PaymentGatewayName }) {
  const gateway = useGateway(name)
  return <span>{gateway === null ? `${name}, not connected` : gateway?.displayName}</span>
}
