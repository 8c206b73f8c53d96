import { CONTACT_MARK } from '@mela/contract'
import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import { Fragment } from 'react'
import { phoneUrl } from '../../../lib/format.ts'
import { useShop } from '../../../lib/shop.ts'
import type { Elements } from '../../../ui/cx.ts'
import { RenderedHtml } from '../../../ui/picture.tsx'

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

function ContactCards() {
  const shop = useShop()
  return (
    <ul className="my-8 grid gap-3 sm:grid-cols-3">
      <Card icon={MapPin} title="Address">
        <address className="wrap-anywhere whitespace-pre-line not-italic">{shop.address.join('\n')}</address>
      </Card>
      <Card icon={Mail} title="Email">
        <a href={`mailto:${shop.email}`} className="wrap-anywhere underline underline-offset-3">
          {shop.email}
        </a>
      </Card>
      {shop.phone && (
        <Card icon={Phone} title="Phone">
          <a href={phoneUrl(shop.phone)} className="underline underline-offset-3">
            {shop.phone}
          </a>
        </Card>
      )}
    </ul>
  )
}

function Card({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: Elements }) {
  return (
    <li className="grid content-start gap-1.5 rounded-tile border border-line bg-surface p-5 text-[0.9375rem]">
      <Icon className="text-ink-2" />
      <h2 className="type-ui pt-1 font-semibold!">{title}</h2>
      {children}
    </li>
  )
}
