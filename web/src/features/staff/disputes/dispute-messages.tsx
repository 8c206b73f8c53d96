import type { DisputeDetails } from '@mela/contract'
import { Time } from '../../../ui/values/time.tsx'
import { providerWords } from './provider-words.ts'

export function DisputeMessages({ messages }: { messages: DisputeDetails['messages'] }) {
  if (messages.length === 0) return <p className="text-ink-2">Nothing was said.</p>

  return (
    <ul className="grid gap-3">
      {messages.map(({ by, at, text }) => (
        <li key={at + text} className="rounded-control bg-paper px-4 py-3">
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </p>
          <p className="type-small mt-1 text-ink-2">
            <span>{`${providerWords(by)} · `}</span>
            <Time value={at} style="date-time" />
          </p>
        </li>
      ))}
    </ul>
  )
}
