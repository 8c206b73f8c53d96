import { FIELD_LABELS, formatCount, type ProductCard, productPath, staffPaths } from '@mela/contract'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api.ts'
import { useRefreshProductsAfter } from '../../../lib/query-keys.ts'
import { IconButton, iconButtonClass } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price, StockNote } from '../../../ui/price.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { toastRefusal, toastWithUndo } from '../../../ui/toast.tsx'

interface ProductColumns {
  isSortable: boolean
  onDelete: (product: ProductCard) => void
}

export function productColumns({ isSortable, onDelete }: ProductColumns): Column<ProductCard>[] {
  return [
    {
      head: 'Image',
      isHeadHidden: true,
      className: 'w-18',
      inCard:
        'max-md:row-span-5 max-md:row-start-1 max-md:col-start-2 max-md:w-auto! max-md:self-start max-md:justify-self-end',
      cell: ({ thumbnail }) => (
        <Picture picture={thumbnail} alt="" sizes="48px" className="w-12! rounded-control max-md:w-20!" />
      ),
    },
    {
      head: FIELD_LABELS.name,
      inCard: 'max-md:col-start-1',
      cell: ({ _id, name, options }) => (
        <>
          <Link
            dir="auto"
            to={staffPaths.editProduct(_id)}
            className="wrap-anywhere inline-flex min-h-6 items-center pointer-coarse:min-h-11 font-semibold underline-offset-3 hover:underline"
          >
            {name}
          </Link>
          {options.length > 0 && (
            <span className="type-small wrap-anywhere block max-w-72 text-ink-2">
              {options.map(({ name, values }) => `${name} (${values.length})`).join(' · ')}
            </span>
          )}
        </>
      ),
    },
    {
      head: FIELD_LABELS.price,
      ...(isSortable && { sort: 'price' }),
      inCard: 'max-md:col-start-1',
      cell: product => <Price product={product} />,
    },
    {
      head: FIELD_LABELS.category,
      className: 'wrap-anywhere text-ink-2 md:min-w-32',
      inCard: 'max-md:col-start-1',
      cell: ({ category }) => category.name,
    },
    {
      head: FIELD_LABELS.stock,
      isNamedInCard: true,
      inCard: 'max-md:col-start-1',
      cell: ({ stock }) => (
        <span className="inline-flex items-center gap-3">
          <span className="tabular-nums">{formatCount(stock)}</span>
          <StockNote onlyLow stock={stock} />
        </span>
      ),
    },
    {
      head: 'Status',
      className: 'w-20',
      inCard: 'max-md:col-start-1 max-md:w-auto!',
      cell: product => <ProductSwitch product={product} />,
    },
    {
      head: 'Actions',
      isHeadHidden: true,
      align: 'right',
      className: 'w-40',
      inCard: 'max-md:col-start-2 max-md:w-auto!',
      cell: product => <ProductActions product={product} onDelete={() => onDelete(product)} />,
    },
  ]
}

function ProductActions({ product, onDelete }: { product: ProductCard; onDelete: () => void }) {
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

function ProductSwitch({ product: { _id: id, name, isActive } }: { product: ProductCard }) {
  const after = useRefreshProductsAfter()
  const [wanted, setWanted] = useState<boolean>()
  const isChanging = wanted !== undefined && wanted !== isActive

  const save = (value: boolean) =>
    after(
      call('PATCH /products/:productId', {
        params: { productId: id },
        body: { key: 'isActive', value, productId: id },
      }),
    )

  async function handleChange(value: boolean) {
    setWanted(value)
    try {
      const { message } = await save(value)
      toastWithUndo(message, () => save(isActive))
    } catch (error) {
      setWanted(undefined)
      toastRefusal(error, 'An error occurred while updating the product status.')
    }
  }

  return (
    <Switch
      label={`${name} is active`}
      checked={isChanging ? wanted : isActive}
      busy={isChanging}
      onChange={handleChange}
    />
  )
}
