import { companyNumbers } from '@mela/contract'
import { useShop } from '../../lib/shop.ts'
import type { Elements } from '../../ui/layout/elements.ts'
import { Wordmark } from '../../ui/layout/wordmark.tsx'

/** A document with the shop's letterhead; the browser prints it, or saves it as PDF. */
export function PrintedSheet({ title, children }: { title: string; children: Elements }) {
  const shop = useShop()
  const more = [shop.phone, ...companyNumbers(shop)].filter(line => line !== null)
  return (
    <article className="grid min-w-0 grid-cols-[minmax(0,1fr)] max-w-200 gap-8 rounded-tile border border-line bg-surface p-4 sm:p-12 print:on-tile print:max-w-none print:border-0 print:p-0">
      <header className="flex flex-wrap justify-between gap-6">
        <div className="grid gap-2">
          <Wordmark shop={shop} isPrinted />
          <p className="whitespace-pre-line text-ink-2">{[...shop.address, shop.email, ...more].join('\n')}</p>
        </div>
        {/* On the screen the page's own heading says it. */}
        <p className="hidden font-serif text-4xl print:block">{title}</p>
      </header>
      {children}
    </article>
  )
}
