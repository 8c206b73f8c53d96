import { orderName, type ShippingAddress, type StaffOrderSummary, staffPaths } from '@mela/contract'
import { phoneUrl, priceText } from '../../../lib/format.ts'
import { type Column, IdLink } from '../../../ui/data-table.tsx'
import { Badge, Tag } from '../../../ui/tag.tsx'
import { Time } from '../../../ui/time.tsx'
import { useIsTestShop } from '../payments/payments.api.ts'

/** The columns of every list of orders. An id begins with the time, so sorting by id is sorting by time. */
export const orderColumns: Column<StaffOrderSummary>[] = [
  {
    head: 'Customer',
    inCard: 'max-md:row-start-1 max-md:self-start',
    cell: ({ shippingAddress: { name, pinCode, city, ...phone } }) => (
      <>
        <p dir="auto" className="wrap-anywhere font-semibold">{`${name.firstName} ${name.lastName}`}</p>
        <p className="type-small text-ink-2">
          {phone.phoneNumber ? (
            <>
              <PhoneLink {...phone} />
              {pinCode && <span>{` · ${pinCode}`}</span>}
            </>
          ) : (
            city
          )}
        </p>
      </>
    ),
  },
  {
    head: 'Status',
    sort: 'status',
    inCard: 'max-md:col-start-2 max-md:row-start-1 max-md:self-start',
    cell: ({ status, flags }) => (
      <span className="flex flex-wrap gap-1.5 max-md:flex-col max-md:items-end">
        <Badge status={status} />
        <OrderFlags flags={flags} />
      </span>
    ),
  },
  {
    head: 'Order Id',
    sort: 'created',
    inCard: 'max-md:row-start-2',
    cell: ({ _id, number, createdAt }) => (
      <>
        <IdLink to={staffPaths.order(_id)}>{orderName({ _id, number })}</IdLink>
        <p className="type-small text-ink-2">
          <Time value={createdAt} style="date-time" />
        </p>
      </>
    ),
  },
  {
    head: 'Cart Value',
    sort: 'total',
    align: 'right',
    inCard: 'max-md:col-start-2 max-md:row-start-2 max-md:self-start',
    cell: ({ totalAmount, currency }) => priceText(totalAmount, currency),
  },
]

/** Warnings about an order's payment before it is sent; test money is marked only in a shop with real payments. */
function OrderFlags({ flags }: Pick<StaffOrderSummary, 'flags'>) {
  const isTestShop = useIsTestShop()
  return flags.filter(flag => flag !== 'test' || !isTestShop).map(flag => <Flag key={flag} flag={flag} />)
}

function Flag({ flag }: { flag: StaffOrderSummary['flags'][number] }) {
  if (flag === 'test') return <Tag>TEST</Tag>
  if (flag === 'returning') return <Tag tone="warn">Refund on its way</Tag>
  if (flag === 'review') return <Tag tone="danger">To review</Tag>
  if (flag === 'unpaid') return <Tag tone="warn">Not paid yet</Tag>
  if (flag === 'held') return <Tag tone="danger">Gift card on hold</Tag>
  return flag === 'disputed' ? <Tag tone="danger">Disputed</Tag> : <Tag tone="warn">Refund due</Tag>
}

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
