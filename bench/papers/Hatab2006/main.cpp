// The experiments of [Hatab2006]: main FOLDER [--quick]. Writes FOLDER/hatab2006.json and pictures.
#include "waving_pair.hpp"

int main(int argc, char** argv) {
    using namespace pliant::hatab2006;
    Experiment experiment = Experiment::from(argc, argv);
    Json all;
    all["threshold"] = threshold_of_the_cut(experiment);
    experiment.bodies.resize(1);
    Experiment quiet = experiment;
    all["removal"] = random_removal(quiet);
    all["waves"] = Json::array({waves(1500, quiet), waves(13000, quiet)});
    all["resolution"] = exchanged_resolution(quiet);
    all["cutting"] = cutting(experiment);
    all["penetration"] = penetration_bound(experiment);
    all["bodies"] = experiment.bodies_in_words();
    experiment.write("hatab2006.json", all);
    return 0;
}
