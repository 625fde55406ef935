#!/bin/sh
# The router of compose.shards.yaml: creates its data directory, which holds nothing worth keeping, and runs PostgreSQL.
set -eu
bin=/usr/lib/postgresql/15/bin
data=/var/lib/dobon-router/data
if [ ! -f "$data/PG_VERSION" ]; then
    umask 077
    printf '%s' "$DOBON_PASSWORD" > /tmp/password
    "$bin/initdb" -D "$data" -U postgres --auth=scram-sha-256 --pwfile=/tmp/password --encoding=UTF8 --locale=C
    rm /tmp/password
    echo 'host all all 10.0.0.0/24 scram-sha-256' >> "$data/pg_hba.conf"
fi
exec "$bin/postgres" -D "$data" --max_connections=120 --wal_level=minimal --max_wal_senders=0 \
    --autovacuum=off --client_connection_check_interval=1s '--listen_addresses=*' --port=5433
