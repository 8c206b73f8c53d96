import type { ReactNode } from 'react'

export interface PrintedFact {
  name: string
  value: ReactNode
}

/** Facts beside the address. */
export function PrintedFacts({ facts }: { facts: PrintedFact[] }) {
  return (
    <dl className="grid content-start gap-3">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="type-small text-ink-2">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
