import { CONTACT_MARK } from '@mela/contract'
import { Fragment } from 'react'
import { RenderedHtml } from '../../../ui/values/rendered-html.tsx'
import { ContactCards } from './contact-cards.tsx'

/** Shows a text's HTML. The server renders it from Markdown and it can contain no scripts (ADR 0063). */
export function TextBody({ html }: { html: string }) {
  return (
    <div className="prose pt-8">
      {html.split(CONTACT_MARK).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity
        <Fragment key={index}>
          {index > 0 && <ContactCards />}
          <RenderedHtml html={part} />
        </Fragment>
      ))}
    </div>
  )
}
