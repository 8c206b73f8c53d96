import { paths, productPath, type Suggestions } from '@mela/contract'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { countLabel } from '../../../lib/format.ts'
import { Link } from '../../../lib/link.tsx'
import { cx, type Elements } from '../../../ui/cx.ts'
import { Picture } from '../../../ui/picture.tsx'
import { Price } from '../../../ui/price.tsx'

interface SuggestionListProps {
  id: string
  suggestions: Suggestions
  text: string
  /** The option that Enter would choose. */
  active: number
  optionId: (index: number) => string
  onActive: (index: number) => void
  onClose: () => void
}

/** A press keeps the focus in the field; the options are links, so they open in a new tab too. */
export function SuggestionList({ id, suggestions, text, active, optionId, onActive, onClose }: SuggestionListProps) {
  const { products, categories } = suggestions
  const option = (index: number) => ({
    id: optionId(index),
    isActive: index === active,
    onPointerMove: () => index !== active && onActive(index),
    onClick: onClose,
  })

  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      className="menu-in absolute inset-x-0 top-full z-header mt-2 max-h-[calc(100dvh-9rem)] overflow-y-auto overscroll-contain rounded-tile border border-line bg-surface p-2 text-ink shadow-menu"
      onMouseDown={event => event.preventDefault()}
    >
      {products.length > 0 && (
        <Group id={`${id}products`} label={productsLabel(suggestions)}>
          {products.map((product, index) => (
            <Option key={product._id} to={productPath(product)} {...option(index)}>
              <span className="size-12 shrink-0 overflow-hidden rounded-control">
                <Picture picture={product.thumbnail} alt="" sizes="48px" loading="eager" />
              </span>
              <span className="min-w-0 grow">
                <span dir="auto" className="block truncate">
                  {product.name}
                </span>
                <Price product={product} />
              </span>
            </Option>
          ))}
        </Group>
      )}
      {categories.length > 0 && (
        <Group id={`${id}categories`} label={products.length > 0 ? 'Categories' : 'No products found. Look around in'}>
          {categories.map(({ slug, name, count }, index) => (
            <Option key={slug} to={paths.category(slug)} {...option(products.length + index)}>
              <span dir="auto">{name}</span>{' '}
              <span className="type-small ml-auto text-ink-2">{countLabel(count, 'product')}</span>
            </Option>
          ))}
        </Group>
      )}
      <Option to={paths.search(text)} {...option(products.length + categories.length)}>
        <span className="truncate">
          See all results for “<bdi>{text}</bdi>”
        </span>{' '}
        <ArrowRight className="ml-auto size-4!" />
      </Option>
    </div>
  )
}

function productsLabel({ correction, partial, mentioned }: Suggestions): string {
  if (correction) return `Products for “${correction}”`
  return partial ? `No exact match. Products for “${partial}”` : mentioned ? 'Close matches' : 'Products'
}

function Group({ id, label, children }: { id: string; label: string; children: Elements }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: options belong to a group, not to a set of fields
    <div role="group" aria-labelledby={id} className="mb-1.5 border-line border-b pb-1.5">
      <p id={id} role="presentation" className="type-small truncate px-2 pt-1.5 pb-1 text-ink-2">
        {label}
      </p>
      {children}
    </div>
  )
}

interface OptionProps {
  id: string
  to: string
  isActive: boolean
  onPointerMove: () => void
  onClick: () => void
  children: ReactNode
}

function Option({ isActive, children, ...link }: OptionProps) {
  return (
    <Link
      {...link}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={cx('type-ui flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5', isActive && 'bg-ink/6')}
    >
      {children}
    </Link>
  )
}
