import { type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import { phoneUrl } from '../../../lib/format/format.ts'
import { useShop } from '../../../lib/shop.ts'
import type { Elements } from '../../../ui/layout/elements.ts'

export function ContactCards() {
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
