import { CONTACT_MARK } from '@mela/contract'
import { Fragment } from 'react'
import { ContactCards } from './contact-cards.tsx'

/** The server makes the HTML of Markdown, in which there can be nothing that runs (ADR 0063). */
export function TextBody({ html }: { html: string }) {
  return (
    <div className="prose pt-8">
      {html.split(CONTACT_MARK).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
        <Fragment key={index}>
          {index > 0 && <ContactCards />}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has made it of Markdown without HTML */}
          <div dangerouslySetInnerHTML={{ __html: part }} />
        </Fragment>
      ))}
    </div>
  )
}
