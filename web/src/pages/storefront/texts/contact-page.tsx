import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { phoneUrl } from '../../../lib/format/format.ts'
import { useShop } from '../../../lib/shop.ts'
import { CANCELLING } from './cancelling.ts'
import { inTown } from './in-town.ts'
import { TextPage } from './text-page.tsx'
import { TextSection } from './text-section.tsx'

export function ContactPage() {
  const shop = useShop()
  return (
    <TextPage
      title="Contact"
      description={`Write or call about a size, an order or a return: a person answers, Monday to Saturday from 10 to 18${inTown(' in ', shop)}.`}
    >
      <p className="text-lg">
        Questions about a size, an order or a return? Write or call, and a person answers, Monday to Saturday from 10 to
        18{inTown(' in ', shop)}.
      </p>
      <ul className="grid gap-3 sm:grid-cols-3">
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
      <TextSection id="about-an-order" title="About an order">
        <p>
          Please tell us the number of the order: you find it in your profile, under Orders. {CANCELLING} Write to us
          before you send anything back.
        </p>
      </TextSection>
      <TextSection id="something-is-wrong" title="Something is wrong with the shop">
        <p>
          If a page fails or a payment looks odd, say what you did and what you saw. An order takes one payment; should
          a second one ever have been made, it goes back by itself. Tell us if it does not.
        </p>
      </TextSection>
    </TextPage>
  )
}

function Card({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="grid content-start gap-1.5 rounded-tile border border-line bg-surface p-5 text-[0.9375rem]">
      <Icon className="text-ink-2" />
      <h2 className="type-ui pt-1 font-semibold!">{title}</h2>
      {children}
    </li>
  )
}
