import { type ProductCard, productPath, staffPaths } from '@mela/contract'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { iconButtonClass } from '../../../ui/buttons/button-class.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

export function ProductActions({ product, onDelete }: { product: ProductCard; onDelete: () => void }) {
  const { _id, name } = product
  const className = iconButtonClass({ size: 40, className: 'text-ink-2' })

  return (
    <span className="-mr-2.5 inline-flex [&_svg]:size-4.5">
      <Link to={staffPaths.editProduct(_id)} aria-label={`Edit ${name}`} className={className}>
        <Pencil />
      </Link>
      <a
        href={productPath(product)}
        target="_blank"
        rel="noopener"
        aria-label={`View ${name} in a new tab`}
        className={className}
      >
        <ExternalLink />
      </a>
      <IconButton label={`Delete ${name}`} size={40} tipEnd className="text-ink-2" onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </span>
  )
}
