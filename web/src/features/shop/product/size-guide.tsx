import { Suspense, useState } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.tsx'
import { NotLoaded } from '../../../ui/feedback/not-loaded.tsx'
import { cx } from '../../../ui/layout/cx.ts'

const SizeGuideDialog = lazyPart(
  async () => (await import('./size-guide-dialog.tsx')).SizeGuideDialog,
  ({ onClose }) => <NotLoaded onClose={onClose} />,
)

/** Opens the size guide of a product. */
export function SizeGuideLink({ text, className }: { text: string; className?: string }) {
  const [isOpen, setIsOpen] = useState(false)

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={cx(
          'type-small text-ink-2 underline underline-offset-3 hover:text-ink [@media(scripting:none)]:hidden',
          className,
        )}
        onClick={() => setIsOpen(true)}
      >
        Size guide
      </button>
      {isOpen && (
        <Suspense>
          <SizeGuideDialog text={text} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The size guide without JavaScript, as plain text: a table would make every page larger. */
export function PlainSizeGuide({ text }: { text: string }) {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <details className="type-small">
          <summary className="py-2">Size guide</summary>
          <p dir="auto" className="whitespace-pre-line">
            {text}
          </p>
        </details>
      )}
    </noscript>
  )
}
