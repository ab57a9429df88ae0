# A contributor's commands. Needs Python 3.11 and make; the rest is installed into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Only what the lock files name is installed, verified by hash; our own package then needs nothing more.
LOCKED := $(PIP) --require-hashes --requirement requirements/build.lock --requirement
OURS := $(PIP) --no-deps --no-build-isolation --editable .
export PYTHON

.DEFAULT_GOAL := help
.PHONY: help install run demo pocket check test test-long test-pocket test-engines bench test-cluster test-scale vision lint lock sbom release-check
.PHONY: lint-python lint-types lint-scripts test-rules test-tools test-compiled

help: ## list these targets
	@echo "Scorekeeper. Targets:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r target text; do \
		printf '%-16s %s\n' "$$target" "$$text"; done

install: $(VENV)/installed ## make .venv and install the app into it

run: $(VENV)/installed ## serve the club's scores to the phones in this network
	@exec $(BIN)/scorekeeper serve

demo: $(VENV)/installed ## fill instance/demo.db with a made-up club and serve it
	@SCOREKEEPER_DATABASE=instance/demo.db $(BIN)/scorekeeper demo
	@echo "Its manager’s link, for a phone that enters scores:"
	@SCOREKEEPER_DATABASE=instance/demo.db $(BIN)/scorekeeper link --role manage
	@SCOREKEEPER_DATABASE=instance/demo.db exec $(BIN)/scorekeeper serve

pocket: $(VENV)/installed ## build the pocket, the app inside the phone's browser, into build/pocket
	@$(BIN)/python -m pocket.packing

# What a change most often breaks, without a browser, a server process or a property tried 400 times.
check: export PYTHONDONTWRITEBYTECODE =
check: $(VENV)/tested lint ## what a developer runs before a commit: lint, rules, services and the pages' main tests
	@$(BIN)/python -m pytest -n 2 --dist loadfile -q -m 'not long' --ignore tests/rules/rounds/test_properties.py \
		--ignore tests/rules/test_mangled_cases.py --ignore tests/web/matches/test_layout_drawing.py \
		--ignore tests/web/players/test_players.py --ignore tests/services/transfer \
		tests/rules tests/services tests/docs tests/static tests/test_rooms.py \
		tests/web/matches tests/web/rounds/test_record.py tests/web/players

# Training the camera needs torch, and is tested by `make vision`.
# Tests marked `long` repeat what other tests check already, and run in `make test-long`.
# Four workers on two cores, since two of them mostly wait; tests/conftest.py says in which order.
# A test that hangs fails after ten minutes, and its stack is printed.
# Containers often set PYTHONDONTWRITEBYTECODE; then each of the hundred test servers would compile the app anew.
test: export PYTHONDONTWRITEBYTECODE =
test: test-tools test-rules test-compiled ## run every test but the long ones; fetches Chromium through apt where it may
	@$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder -m 'not long' \
		-o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true $(NOT_IN_TEST)

NOT_IN_TEST = --ignore tests/rules --ignore tests/pocket/thorough --ignore tests/vision/test_training.py

test-tools: $(VENV)/tested
	@tools/chromium
	@tools/postgres
	@tools/strace
	@tools/deploying
	@tools/eslint
	@tools/s3-server
	@tools/pocket $(BIN)/python

# Measuring coverage makes a test twice as slow, so only the rules' own tests are measured.
test-rules: $(VENV)/tested
	@$(BIN)/python -m pytest -n 2 --dist loadfile tests/rules \
		--cov scorekeeper.rules --cov-report term-missing:skip-covered --cov-fail-under 100

# Every other test is compiled once, which each of the four workers would do for itself.
test-compiled: $(VENV)/tested
	@mkdir -p build
	@$(BIN)/python -m pytest --collect-only -qq $(NOT_IN_TEST) >build/collected || { cat build/collected; exit 1; }

test-long: $(VENV)/tested ## 200 kills, 2000 power cuts, every fault of a disk, 2000 matches against the model, and more
	@tools/chromium
	@tools/strace
	@$(BIN)/python -m pytest -n 4 --dist loadfile --no-loadscope-reorder -m long \
		--ignore tests/pocket --ignore tests/vision/test_training.py
	@SCOREKEEPER_KILLS=200 SCOREKEEPER_MATCHES=2000 SCOREKEEPER_EVERY=1 SCOREKEEPER_QUESTIONS=10000 SCOREKEEPER_CUTS=2000 \
		SCOREKEEPER_ROUNDS=2000 SCOREKEEPER_FILES=1000 SCOREKEEPER_SEASONS=12 \
		$(BIN)/python -m pytest -n 2 --durations 5 tests/durability/test_kill.py tests/durability/test_power_cut.py \
		tests/durability/test_faulty_disk.py tests/durability/test_state_machine.py \
		tests/durability/test_interrupted_migrations.py tests/ops/test_memory.py tests/web/routes/test_nonsense.py \
		tests/rules/rounds/test_properties.py tests/exchange/test_mangled_import.py \
		tests/web/leagues/test_county_season.py tests/web/api/test_fuzz.py \
		tests/web/routes/test_any_words.py tests/web/matches/test_layout_drawing.py tests/web/privacy/test_forgetting.py \
		tests/vision/test_reading.py tests/services/transfer/test_match_code.py \
		tests/browser/rounds tests/browser/plays tests/browser/live tests/browser/offline tests/browser/pages \
		tests/engines/test_twice_at_once.py

test-pocket: $(VENV)/tested pocket ## what needs no server, against the pocket, and 30 kills of its browser
	@tools/chromium
	@tools/strace
	@SCOREKEEPER_KILLS=30 $(BIN)/python -m pytest --durations 5 tests/pocket
	@$(BIN)/python -m pytest --durations 5 tests/browser --pocket

test-engines: $(VENV)/tested pocket ## the core of it in WebKitGTK, Firefox and old builds of Chromium; the pocket in Firefox
	@tools/webkit
	@tools/firefox
	@tools/old-chromium build/old-chromium
	@$(PIP) 'websocket-client>=1.8,<2'
	@$(BIN)/python -m pytest tests/other_engines -q

bench: $(VENV)/installed ## measure what requests cost against bare Flask; ARGS="--most 1000" is shorter
	@tools/chromium
	@$(BIN)/python -m bench $(ARGS)

test-cluster: $(VENV)/tested ## kill and cut off machines of a PostgreSQL cluster under load, as root (ten minutes)
	@tools/cluster
	@$(BIN)/python -m bench.survival
	@$(BIN)/python -m bench.survival --pooled kill_leader cut_off_leader
	@$(BIN)/python -m bench.balanced

test-scale: $(VENV)/tested ## play a night of a county's hundredth over two app servers; ARGS="--clubs 2000" is all
	@tools/cluster
	@$(BIN)/python -m bench.county $(ARGS)
	@$(BIN)/python -m bench.many_clubs

vision: $(VENV)/installed ## draw tiles and teach the camera's two networks anew (about an hour of one core)
	@$(PIP) --group test --group vision --editable .
	@$(BIN)/python -m pytest -q tests/vision/test_training.py
	@$(BIN)/python -m training $(ARGS)

lint: lint-scripts lint-types lint-python ## check style (ruff, djhtml), types (mypy), for what is unsafe (bandit), scripts (eslint, tsc)

# bandit's findings go to stdout; its log only counts the parts of statements marked nosec.
lint-python: $(VENV)/linted
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/djhtml --check --tabwidth 2 templates
	@$(BIN)/bandit --quiet --recursive scorekeeper 2>/dev/null

lint-types: $(VENV)/linted
	@$(BIN)/mypy

lint-scripts:
	@tools/lint-scripts

lock: ## write requirements/*.lock anew, with the newest versions that pyproject.toml allows
	@tools/lock

sbom: ## write what ships, with licences, into build/sbom.json (CycloneDX)
	@tools/sbom

release-check: $(VENV)/tested ## make sdist and wheels, start them from nothing; the image where docker, podman or buildah is
	@tools/release-check

# A stamp is newer than its lock file exactly when everything in that file is installed.
$(VENV)/bin/python:
	@tools/venv $(VENV)

$(VENV)/installed: pyproject.toml requirements/run.lock requirements/build.lock | $(VENV)/bin/python
	@echo "Installing Scorekeeper into $(VENV)"
	@$(LOCKED) requirements/run.lock
	@$(OURS)
	@touch $@

$(VENV)/tested: pyproject.toml requirements/test.lock requirements/build.lock | $(VENV)/bin/python
	@echo "Installing what the tests need"
	@$(LOCKED) requirements/test.lock
	@$(OURS)
	@touch $@ $(VENV)/installed

$(VENV)/linted: pyproject.toml requirements/lint.lock requirements/build.lock | $(VENV)/bin/python
	@echo "Installing what the linters need"
	@$(LOCKED) requirements/lint.lock
	@$(OURS)
	@touch $@ $(VENV)/installed
