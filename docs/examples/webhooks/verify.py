import base64
import hashlib
import hmac
import json
import time

TOLERANCE_SECONDS = 300


def verify(secret, headers, body):
    """Returns what a delivery says, or raises ValueError. Names of headers are in lower case, the body is bytes."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise ValueError("The timestamp is too far from now.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(signature.encode(), expected) for signature in signatures):
        raise ValueError("No signature is of this secret.")
    return json.loads(body)
