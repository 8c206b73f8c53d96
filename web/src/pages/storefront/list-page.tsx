import { type LoaderFunctionArgs, useParams } from 'react-router'
import { CategoryPage, loadCategoryPage } from './category-page.tsx'
import { CollectionPage, loadCollectionPage } from './collection-page.tsx'

/** The page of a category or of a collection: in one file, because every page's script names it. */
export const loadListPage = (args: LoaderFunctionArgs) =>
  args.params.collectionSlug ? loadCollectionPage(args) : loadCategoryPage(args)

export function ListPage() {
  return useParams().collectionSlug ? <CollectionPage /> : <CategoryPage />
}
