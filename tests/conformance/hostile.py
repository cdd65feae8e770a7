"""Programs that speak the protocol badly; the first argument says how."""

import json
import os
import subprocess
import sys
import time


def read():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return json.loads(line)


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def reply(**content):
    say(json.dumps(content))


def main(how):
    if how == "silent":
        time.sleep(60)
    if how == "deaf":  # never reads a line
        say('{"protocol": 1, "accountant": "deaf", "version": "1"}')
        time.sleep(60)
    if how == "not-json-at-start":
        say("hello")
    if how == "dies-at-start":
        sys.exit("no library here")
    if how == "flood-at-start":
        while True:
            sys.stdout.write("x" * 65536)
    read()
    reply(protocol=1, accountant=how, version="1")
    if how == "child-that-lives":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(child.pid, file=sys.stderr, flush=True)
    while True:
        asked = read()
        id = asked["id"]
        if how == "dies":
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(7)
        if how == "dies-and-leaves-a-child":
            subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
            os._exit(7)
        if how == "killed":
            os.kill(os.getpid(), 11)
        if how in ("hangs", "child-that-lives"):
            time.sleep(60)
        if how == "closes-its-output":
            os.close(1)
            time.sleep(60)
        if how == "not-json":
            say("delta = 0.1")
        if how == "no-object":
            say("[1, 2]")
        if how == "deep":
            say("[" * 100000)
        if how == "binary":
            sys.stdout.buffer.write(b"\xff\xfe\n")
            sys.stdout.flush()
        if how == "wrong-id":
            reply(id="another", value="0.1")
        if how == "empty-reply":
            reply(id=id)
        if how == "long-line":
            reply(id=id, value="1" * (3 << 20))
        if how == "endless-line":
            while True:
                sys.stdout.write("1" * 65536)
        if how == "twice":
            reply(id=id, value="0.1")
            reply(id=id, value="0.1")
        if how == "chatter-on-stderr":
            for _ in range(64):
                sys.stderr.write("x" * 65536)
            reply(id=id, value="0.1")
        if how == "long-number":
            say(f'{{"id": "{id}", "value": {"9" * 1000000}}}')
        if how == "eats":
            reply(id=id, value=str(len(bytearray(1 << 31))))
        if how == "escapes":
            reply(id=id, unsupported="\x1b[2J\ud800")
        if how == "nested":
            say(f'{{"id": "{id}", "value": {"[" * 500 + "]" * 500}}}')
        if how == "long-exponent":
            reply(id=id, value="1e999999999")
        if how == "good":
            reply(id=id, value="0.1")


if __name__ == "__main__":
    main(sys.argv[1])
