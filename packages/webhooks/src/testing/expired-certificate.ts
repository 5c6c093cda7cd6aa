import { testCertificate } from '../../../egress/src/testing/certificate.ts'

/** Like the certificate of egress, with the same key, but valid only on 2 January 2020. */
export const expiredCertificate = {
  key: testCertificate.key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBbjCCARSgAwIBAgIBAjAKBggqhkjOPQQDAjAYMRYwFAYDVQQDDA1yZWNlaXZl
ci50ZXN0MB4XDTIwMDEwMTAwMDAwMFoXDTIwMDEwMjAwMDAwMFowGDEWMBQGA1UE
AwwNcmVjZWl2ZXIudGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABK34f8Sl
31G3Dvaj4wLFEA0iKDMAyjycq7PgmAEXa/B8TRGoyRYrAsVEO6Z4voq8wRXgBvua
LEgiFCRMgSnE92CjTzBNMAwGA1UdEwEB/wQCMAAwHgYDVR0RBBcwFYINcmVjZWl2
ZXIudGVzdIcEfwAAATAdBgNVHQ4EFgQUa2E0gPz2euyDEysJGzws24C0V94wCgYI
KoZIzj0EAwIDSAAwRQIgV0AFEraysngJbbqSQZ4PGvL/it836R57yW6yuUYNE/MC
IQDlxJKFtpq+poMy5HQsqIF7rTpEX8O4sFR/cz6LxKfSHQ==
-----END CERTIFICATE-----
`,
}
