"""Certificates made for one test: good, expired, for another host, or signed by nobody known."""

import ssl
import warnings
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import trustme

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Authority:
    """Signs certificates; whoever trusts `file` trusts them."""

    ca: trustme.CA
    file: Path

    @classmethod
    def made_in(cls, folder: Path) -> "Authority":
        ca = trustme.CA()
        file = folder / "authority.pem"
        ca.cert_pem.write_to_path(file)
        return cls(ca, file)

    def good(self) -> ssl.SSLContext:
        return _server(self.ca.issue_cert(HOST))

    def expired(self) -> ssl.SSLContext:
        return _server(self.ca.issue_cert(HOST, not_after=datetime.now(UTC) - timedelta(days=1)))

    def of_another_host(self) -> ssl.SSLContext:
        return _server(self.ca.issue_cert("other.example"))

    def old_tls(self) -> ssl.SSLContext:
        """A good certificate, but nothing newer than TLS 1.1 is spoken."""
        context = self.good()
        context.set_ciphers("ALL:@SECLEVEL=0")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # that it is deprecated is the point
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = ssl.TLSVersion.TLSv1_1

        return context


def of_an_unknown_authority() -> ssl.SSLContext:
    """A good certificate whose authority nobody trusts."""
    return _server(trustme.CA().issue_cert(HOST))


def self_signed(folder: Path) -> ssl.SSLContext:
    """A certificate that vouches for itself."""
    alone = trustme.CA()
    file = folder / "self-signed.pem"
    alone.private_key_pem.write_to_path(file)
    alone.cert_pem.write_to_path(file, append=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def _server(certificate: trustme.LeafCert) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.configure_cert(context)
    return context
