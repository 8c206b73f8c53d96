import { API_BASE, INVOICE_TITLES, type Order } from '@mela/contract'
import { Download } from 'lucide-react'
import { buttonClass } from '../buttons/button-class.ts'

/** The invoice and the credit notes of an order, as PDF. */
export function InvoiceLinks({ invoices, wide }: { invoices: Order['invoices']; wide?: boolean }) {
  return invoices.map(({ _id, kind, number }) => (
    <a
      key={_id}
      href={`${API_BASE}/invoices/${_id}`}
      download
      className={buttonClass({ variant: 'outline', wide, className: 'h-auto! min-h-11 py-2 whitespace-normal!' })}
    >
      <Download className="size-4!" /> <span>{`${INVOICE_TITLES[kind]} ${number}`}</span>
    </a>
  ))
}
