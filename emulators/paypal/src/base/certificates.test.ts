import { createPublicKey, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createCertificates, signerName } from './certificates.ts'

describe('Certificates', () => {
  it('form a chain that Node can read and verify', async () => {
    const { caCertificate, signer } = createCertificates()
    const ca = new X509Certificate(caCertificate)
    const { certificate, key } = await signer()
    const leaf = new X509Certificate(certificate)

    expect({ ca: ca.subject, isCa: ca.ca }).toEqual({ ca: 'CN=PayPal emulator test CA', isCa: true })
    expect(ca.checkIssued(ca) && ca.verify(ca.publicKey)).toBe(true)
    expect({ subject: leaf.subject, isCa: leaf.ca }).toEqual({ subject: `CN=${signerName}`, isCa: false })
    expect(leaf.checkIssued(ca) && leaf.verify(ca.publicKey)).toBe(true)
    expect(leaf.checkHost(signerName)).toBe(signerName)
    expect(leaf.publicKey.equals(createPublicKey(key))).toBe(true)
  })

  it('are valid today', async () => {
    const leaf = new X509Certificate((await createCertificates().signer()).certificate)

    expect(Date.parse(leaf.validFrom)).toBeLessThan(Date.now())
    expect(Date.parse(leaf.validTo)).toBeGreaterThan(Date.now())
  })

  it('of one start are not trusted by those of another', async () => {
    const [one, other] = [createCertificates(), createCertificates()]
    const leaf = new X509Certificate((await one.signer()).certificate)

    expect(leaf.verify(new X509Certificate(other.caCertificate).publicKey)).toBe(false)
  })
})
