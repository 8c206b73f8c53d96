import { useNavigate, useSearchParams } from 'react-router'
import { DropZone } from '../../../features/product-import/drop-zone.tsx'
import { ImportGuide } from '../../../features/product-import/import-guide.tsx'
import { ImportReport } from '../../../features/product-import/import-report.tsx'
import { RecentImports } from '../../../features/product-import/recent-imports.tsx'
import { staffPaths } from '../../../lib/staff-paths.ts'
import { Section } from '../section.tsx'
import { productLinks } from './product-links.ts'

export function ImportPage() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const importId = params.get('import')

  return (
    <Section title="Import Products" links={productLinks} isNarrow>
      {importId ? (
        <ImportReport key={importId} importId={importId} />
      ) : (
        <>
          <DropZone onChecked={id => void navigate(staffPaths.productImport(id))} />
          <RecentImports />
          <ImportGuide />
        </>
      )}
    </Section>
  )
}
