package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Verify says whether a body, as it was received, is signed with the secret and at most five minutes old or ahead.
func Verify(secret string, header http.Header, body []byte) bool {
	timestamp := header.Get("webhook-timestamp")
	sentAt, timeErr := strconv.ParseInt(timestamp, 10, 64)
	key, keyErr := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	isRecent := timeErr == nil && time.Since(time.Unix(sentAt, 0)).Abs() <= 5*time.Minute
	mac := hmac.New(sha256.New, key)
	mac.Write(slices.Concat([]byte(header.Get("webhook-id")+"."+timestamp+"."), body))
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	isSigned := func(signature string) bool { return hmac.Equal([]byte(signature), expected) }
	return isRecent && keyErr == nil && slices.ContainsFunc(strings.Fields(header.Get("webhook-signature")), isSigned)
}
