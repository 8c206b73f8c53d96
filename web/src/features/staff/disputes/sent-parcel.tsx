import type { ReactNode } from 'react'

interface SentParcelProps {
  carrier: string | null
  trackingNumber: string | null
  text: string | null | undefined
  children: ReactNode
}

/** Evidence of shipment, before or after it is sent; lines without a value are left out. */
export function SentParcel({ carrier, trackingNumber, text, children }: SentParcelProps) {
  const lines = [
    ['Carrier', carrier],
    ['Tracking number', trackingNumber],
    ['What happened', text],
    ['Files', children],
  ] as const

  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      {lines.map(
        ([name, value]) =>
          value && (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
