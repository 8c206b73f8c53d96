import { staffPaths } from '@mela/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { staffCategoriesQuery } from '../../../features/staff/categories/categories.api.ts'
import { DropZone } from '../../../features/staff/product-import/drop-zone.tsx'
import { ImportGuide } from '../../../features/staff/product-import/import-guide.tsx'
import { ImportReport } from '../../../features/staff/product-import/import-report.tsx'
import { recentImportsQuery } from '../../../features/staff/product-import/imports.api.ts'
import { RecentImports } from '../../../features/staff/product-import/recent-imports.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Together } from '../../../ui/layout/together.tsx'
import { Section } from '../section.tsx'
import { productLinks } from './product-links.ts'

export function ImportPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const importId = params.get('import')
  const categories = useQuery({ ...staffCategoriesQuery(), enabled: importId !== null })

  return (
    <Section title="Import Products" links={productLinks} isNarrow>
      {importId ? (
        <ImportReport key={importId} importId={importId} categories={categories.data ?? []} />
      ) : (
        <>
          <DropZone onChecked={id => void navigate(staffPaths.productImport(id))} />
          <RecentAndGuide />
        </>
      )}
    </Section>
  )
}

function RecentAndGuide() {
  const imports = useQuery(recentImportsQuery())

  return (
    <Together queries={[imports]} loading={<Skeleton className="appear-late h-40 rounded-tile" />}>
      <RecentImports imports={imports.data ?? []} />
      <ImportGuide />
    </Together>
  )
}
