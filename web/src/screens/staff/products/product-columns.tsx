import { FIELD_LABELS, formatCount, type ProductCard, staffPaths } from '@mela/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column } from '../../../ui/data-table.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Price, StockNote } from '../../../ui/price.tsx'

interface Cells {
  status: (product: ProductCard) => ReactNode
  actions: (product: ProductCard) => ReactNode
  isSortable: boolean
}

export function productColumns({ status, actions, isSortable }: Cells): Column<ProductCard>[] {
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
      cell: status,
    },
    {
      head: 'Actions',
      isHeadHidden: true,
      align: 'right',
      className: 'w-40',
      inCard: 'max-md:col-start-2 max-md:w-auto!',
      cell: actions,
    },
  ]
}
